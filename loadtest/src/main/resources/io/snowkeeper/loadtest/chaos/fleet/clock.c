/*
 * Preloaded into a process, moves its wall clock by as many nanoseconds as the first eight bytes of the file
 * CHAOS_CLOCK_FILE say, and goes on doing so when they change. The monotonic clock stays as it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NANOS 1000000000LL

static int64_t no_offset;
static volatile int64_t *offset = &no_offset;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
    real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("CHAOS_CLOCK_FILE");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *map = file >= 0 ? mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    if (map == MAP_FAILED) {
        /* A clock that cannot be moved would make a test that shows nothing. */
        _exit(70);
    }
    close(file);
    offset = map;
}

int clock_gettime(clockid_t id, struct timespec *now) {
    if (!real_clock) {
        real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real_clock(id, now);
    if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        int64_t nanos = now->tv_sec * NANOS + now->tv_nsec + *offset;
        now->tv_sec = nanos / NANOS;
        now->tv_nsec = nanos % NANOS;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int result = clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) {
        *result = now.tv_sec;
    }
    return now.tv_sec;
}
