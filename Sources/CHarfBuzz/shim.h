#ifndef CARDSTOCK_CHARFBUZZ_SHIM_H
#define CARDSTOCK_CHARFBUZZ_SHIM_H
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>

/* A tag of four letters; the macro is not seen from Swift. */
static inline hb_tag_t card_tag(char a, char b, char c, char d) { return HB_TAG(a, b, c, d); }
#endif
