#ifndef CARDSTOCK_CXML_SHIM_H
#define CARDSTOCK_CXML_SHIM_H
#include <libxml/xmlversion.h>
/* ICU's headers clash with those of Foundation; no declaration used here needs them. */
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>

/* `xmlFree` is a variable, which Swift can't call safely. */
static inline void cardstock_xml_free(void *memory) { xmlFree(memory); }
#endif
