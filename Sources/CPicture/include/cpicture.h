/* Reads PNG, JPEG and WebP into premultiplied pixels: every call of one picture in one function. */
#ifndef CPICTURE_H
#define CPICTURE_H
#include <stddef.h>
#include <stdint.h>

enum {
  CPICTURE_OK = 0,
  CPICTURE_CORRUPT = 1,
  CPICTURE_SCANS = 2,
  CPICTURE_TIME = 3,
  CPICTURE_MEMORY = 4,
  CPICTURE_COEFFICIENTS = 5
};
enum { CPICTURE_PNG = 1, CPICTURE_JPEG = 2, CPICTURE_WEBP = 3 };

typedef struct {
  int format;
  uint32_t width, height;               /* as the header was read, and checked against limits */
  uint32_t target_width, target_height; /* the least extent wanted, in stored orientation */
  const uint8_t *profile;               /* ICC of JPEG and WebP, or NULL */
  size_t profile_length;
  uint32_t scans;
  size_t coefficient_bytes; /* the most that a large progressive JPEG keeps */
  double seconds;
  int allow_damaged;
} cpicture_request;

typedef struct {
  uint32_t width, height;
  int opaque;
  int damaged;
  uint8_t *pixels; /* premultiplied BGRA; cpicture_free gives it back */
  char message[256];
} cpicture_result;

int cpicture_decode(const uint8_t *bytes, size_t length, const cpicture_request *request,
                    cpicture_result *result);
/* Encodes opaque BGRX without loss of colour resolution; `free` gives the bytes back. */
int cpicture_encode_jpeg(const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height,
                         int quality, uint8_t **bytes, size_t *length);
void cpicture_free(cpicture_result *result);
/* Turns stored pixels upright; the result has width and height swapped for 5 to 8. */
void cpicture_orient(const uint8_t *pixels, uint32_t width, uint32_t height, int orientation,
                     uint8_t *upright);
/* The profile of sRGB with a fixed date; free gives the bytes back. */
int cpicture_srgb_profile(uint8_t **bytes, size_t *length);
#endif
