/* Another date for a program and for all that it starts; clocks that only count go as they are.

   cc -shared -fPIC -o /tmp/at_date.so tools/at_date.c
   SHIFT=$(($(date -d '2027-12-31 12:00' +%s) - $(date +%s))) LD_PRELOAD=/tmp/at_date.so PROGRAM

   The times of files are those of the disk, and so of today. */
#define _GNU_SOURCE
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long shift(void) {
    const char *seconds = getenv("SHIFT");
    return seconds ? atoll(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int status = syscall(SYS_clock_gettime, clock, now);
    if (!status && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}

/* The one wait until a date that Python has: what the kernel is told is the date of the kernel. */
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    struct timespec real = {until->tv_sec - shift(), until->tv_nsec};
    return sem_clockwait(semaphore, CLOCK_REALTIME, &real);
}
