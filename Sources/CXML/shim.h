#ifndef CARDSTOCK_CXML_SHIM_H
#define CARDSTOCK_CXML_SHIM_H
#include <libxml/xmlreader.h>
#endif
