/* SPDX-License-Identifier: GPL-2.0 */
/* btf - kinds of types that older headers do not name; a kernel's BTF may have them even so */
#ifndef KPE_COMPAT_BTF_H
#define KPE_COMPAT_BTF_H

#include <uapi/linux/btf.h>

#ifndef KPE_HAVE_BTF_ENUM64
#undef BTF_INFO_KIND
#define BTF_INFO_KIND(info)	((info) >> 24 & 0x1f)
#define BTF_KIND_FLOAT		16
#define BTF_KIND_DECL_TAG	17
#define BTF_KIND_TYPE_TAG	18
#define BTF_KIND_ENUM64		19
/* headers may have one of them */
#define btf_decl_tag		kpe_btf_decl_tag
#define btf_enum64		kpe_btf_enum64

struct btf_decl_tag {
	s32 component_idx;
};

struct btf_enum64 {
	u32 name_off;
	u32 val_lo32;
	u32 val_hi32;
};
#endif

#endif
