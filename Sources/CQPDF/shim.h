#ifndef CARDSTOCK_CQPDF_SHIM_H
#define CARDSTOCK_CQPDF_SHIM_H
#include <qpdf/qpdf-c.h>
#include <stdlib.h>
#endif
