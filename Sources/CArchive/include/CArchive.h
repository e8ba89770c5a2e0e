#ifndef CARDSTOCK_CARCHIVE_H
#define CARDSTOCK_CARCHIVE_H
#pragma redefine_extname zip_discard late_zip_discard
#pragma redefine_extname zip_fclose late_zip_fclose
#pragma redefine_extname zip_fopen_index late_zip_fopen_index
#pragma redefine_extname zip_fread late_zip_fread
#pragma redefine_extname zip_name_locate late_zip_name_locate
#pragma redefine_extname zip_open late_zip_open
#pragma redefine_extname zip_open_from_source late_zip_open_from_source
#pragma redefine_extname zip_source_buffer_create late_zip_source_buffer_create
#pragma redefine_extname zip_source_free late_zip_source_free
#pragma redefine_extname zip_stat_index late_zip_stat_index
#pragma redefine_extname zip_stat_init late_zip_stat_init
#include <zip.h>

// Whether libzip is there; the functions above may be called then.
int late_zip(void);
#endif
