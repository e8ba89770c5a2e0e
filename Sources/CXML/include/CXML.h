#ifndef CARDSTOCK_CXML_H
#define CARDSTOCK_CXML_H

// What is used of libxml2's reader. Its own headers draw in ICU's, which clash with Foundation's.
typedef unsigned char xmlChar;
typedef struct _xmlTextReader *xmlTextReaderPtr;
typedef int (*xmlInputReadCallback)(void *context, char *buffer, int length);
typedef int (*xmlInputCloseCallback)(void *context);

enum { XML_PARSE_NOERROR = 1 << 5, XML_PARSE_NOWARNING = 1 << 6, XML_PARSE_NONET = 1 << 11 };

#define LATE(name) __asm__(#name)
#if defined(__APPLE__)
#undef LATE
#define LATE(name) __asm__("_" #name)
#endif

xmlTextReaderPtr xmlReaderForIO(xmlInputReadCallback read, xmlInputCloseCallback close,
                                void *context, const char *address, const char *encoding,
                                int options) LATE(late_xmlReaderForIO);
void xmlFreeTextReader(xmlTextReaderPtr reader) LATE(late_xmlFreeTextReader);
int xmlTextReaderRead(xmlTextReaderPtr reader) LATE(late_xmlTextReaderRead);
int xmlTextReaderNodeType(xmlTextReaderPtr reader) LATE(late_xmlTextReaderNodeType);
int xmlTextReaderIsEmptyElement(xmlTextReaderPtr reader) LATE(late_xmlTextReaderIsEmptyElement);
const xmlChar *xmlTextReaderConstLocalName(xmlTextReaderPtr reader)
    LATE(late_xmlTextReaderConstLocalName);
const xmlChar *xmlTextReaderConstValue(xmlTextReaderPtr reader) LATE(late_xmlTextReaderConstValue);
xmlChar *xmlTextReaderGetAttribute(xmlTextReaderPtr reader, const xmlChar *name)
    LATE(late_xmlTextReaderGetAttribute);
xmlChar *xmlTextReaderGetAttributeNs(xmlTextReaderPtr reader, const xmlChar *name,
                                     const xmlChar *space) LATE(late_xmlTextReaderGetAttributeNs);

// Whether libxml2 is there; the functions above may be called then.
int late_xml(void);
// `xmlFree` is a variable.
void late_xml_free(void *memory);
#endif
