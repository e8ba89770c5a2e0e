#ifndef CARDSTOCK_CSQLITE_SHIM_H
#define CARDSTOCK_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
