#include <late.h>
#include <pthread.h>
#include <qpdf/qpdf-c.h>

int late_qpdf(void);

#define QPDF(F)                                                                                    \
  F(void, qpdf_cleanup, (qpdf_data * qpdf), (qpdf))                                                \
  F(int, qpdf_get_num_pages, (qpdf_data qpdf), (qpdf))                                             \
  F(qpdf_oh, qpdf_get_page_n, (qpdf_data qpdf, size_t index), (qpdf, index))                       \
  F(qpdf_data, qpdf_init, (void), ())                                                              \
  F(void, qpdf_oh_begin_dict_key_iter, (qpdf_data qpdf, qpdf_oh dictionary), (qpdf, dictionary))   \
  F(QPDF_BOOL, qpdf_oh_dict_more_keys, (qpdf_data qpdf), (qpdf))                                   \
  F(const char *, qpdf_oh_dict_next_key, (qpdf_data qpdf), (qpdf))                                 \
  F(qpdf_oh, qpdf_oh_get_array_item, (qpdf_data qpdf, qpdf_oh array, int index),                   \
    (qpdf, array, index))                                                                          \
  F(int, qpdf_oh_get_array_n_items, (qpdf_data qpdf, qpdf_oh array), (qpdf, array))                \
  F(qpdf_oh, qpdf_oh_get_dict, (qpdf_data qpdf, qpdf_oh stream), (qpdf, stream))                   \
  F(qpdf_oh, qpdf_oh_get_key, (qpdf_data qpdf, qpdf_oh dictionary, const char *key),               \
    (qpdf, dictionary, key))                                                                       \
  F(int, qpdf_oh_get_object_id, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))                  \
  F(QPDF_ERROR_CODE, qpdf_oh_get_page_content_data,                                                \
    (qpdf_data qpdf, qpdf_oh page, unsigned char **bytes, size_t *count),                          \
    (qpdf, page, bytes, count))                                                                    \
  F(QPDF_ERROR_CODE, qpdf_oh_get_stream_data,                                                      \
    (qpdf_data qpdf, qpdf_oh stream, enum qpdf_stream_decode_level_e level, QPDF_BOOL *is_filtered, \
     unsigned char **bytes, size_t *count),                                                        \
    (qpdf, stream, level, is_filtered, bytes, count))                                              \
  F(QPDF_BOOL, qpdf_oh_is_array, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))                 \
  F(QPDF_BOOL, qpdf_oh_is_dictionary, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))            \
  F(QPDF_BOOL, qpdf_oh_is_indirect, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))              \
  F(QPDF_BOOL, qpdf_oh_is_stream, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))                \
  F(const char *, qpdf_oh_unparse_binary, (qpdf_data qpdf, qpdf_oh object), (qpdf, object))        \
  F(QPDF_ERROR_CODE, qpdf_read_memory,                                                             \
    (qpdf_data qpdf, const char *name, const char *bytes, unsigned long long count,                \
     const char *password),                                                                        \
    (qpdf, name, bytes, count, password))                                                          \
  F(void, qpdf_set_suppress_warnings, (qpdf_data qpdf, QPDF_BOOL is_silent), (qpdf, is_silent))    \
  F(void, qpdf_silence_errors, (qpdf_data qpdf), (qpdf))

LATE_LIBRARY(qpdf, QPDF, "libqpdf.so.29", "libqpdf.so.30", "libqpdf.so", "libqpdf.dylib", NULL)
