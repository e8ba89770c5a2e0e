#include "CXML.h"

#include <late.h>
#include <pthread.h>

typedef void (*free_function)(void *memory);
extern free_function xmlFree;

#define READER(F)                                                                                  \
  F(xmlTextReaderPtr, xmlReaderForIO,                                                              \
    (xmlInputReadCallback read, xmlInputCloseCallback close, void *context, const char *address,   \
     const char *encoding, int options),                                                           \
    (read, close, context, address, encoding, options))                                            \
  F(void, xmlFreeTextReader, (xmlTextReaderPtr reader), (reader))                                  \
  F(int, xmlTextReaderRead, (xmlTextReaderPtr reader), (reader))                                   \
  F(int, xmlTextReaderNodeType, (xmlTextReaderPtr reader), (reader))                               \
  F(int, xmlTextReaderIsEmptyElement, (xmlTextReaderPtr reader), (reader))                         \
  F(const xmlChar *, xmlTextReaderConstLocalName, (xmlTextReaderPtr reader), (reader))             \
  F(const xmlChar *, xmlTextReaderConstValue, (xmlTextReaderPtr reader), (reader))                 \
  F(xmlChar *, xmlTextReaderGetAttribute, (xmlTextReaderPtr reader, const xmlChar *name),          \
    (reader, name))                                                                                \
  F(xmlChar *, xmlTextReaderGetAttributeNs,                                                        \
    (xmlTextReaderPtr reader, const xmlChar *name, const xmlChar *space), (reader, name, space))

#define VARIABLE(F) F(void, xmlFree, , )
#define XML_SYMBOLS(F) READER(F) VARIABLE(F)
LATE_LIBRARY_OF(xml, READER, XML_SYMBOLS, "libxml2.so.2", "libxml2.so.16", "libxml2.so",
                "libxml2.dylib", NULL)

void late_xml_free(void *memory) { (*late_at_xmlFree)(memory); }
