// Strings from one thread to another over libzmq, by its C functions alone: what ZeroMQ itself takes, with the same
// checks of number and length. No contestant, and no harness: the command line is read as far as is needed.
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#define KEYS 15

static const char* const keys[KEYS] = {"threads",   "iterations", "seed",     "variant",    "samples",
                                       "witness",   "size",       "messages", "serializer", "acks",
                                       "transport", "protocol",   "clock",    "faults",     "input"};
enum key {
  THREADS,
  ITERATIONS,
  SEED,
  VARIANT,
  SAMPLES,
  WITNESS,
  SIZE,
  MESSAGES,
  SERIALIZER,
  ACKS,
  TRANSPORT,
  PROTOCOL,
  CLOCK,
  FAULTS,
  INPUT
};
static const char* values[KEYS];

static void* context;
static char* strings;
static size_t size;
static long messages;
static int sprint;
static long step;         // a message in so many is timed; 0 for none
static long long* times;  // when they were sent, then what they took
static long long ended;
static long handled;  // how far the receiver has come in a sprint
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;

static void end(int status, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  _exit(status);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The next of splitmix64's numbers: eight characters, so that the strings take no longer than the program's. Where the
// scheduler puts the two threads at first depends on how long after the start the first message is sent.
static uint64_t draw(void) {
  static uint64_t state = 0;
  state += 0x9E3779B97F4A7C15U;
  uint64_t bits = state;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
  return bits ^ (bits >> 31);
}

static void reach(long count) {
  pthread_mutex_lock(&mutex);
  handled = count;
  pthread_cond_signal(&moved);
  pthread_mutex_unlock(&mutex);
}

static void wait_for(long count) {
  pthread_mutex_lock(&mutex);
  while (handled < count) pthread_cond_wait(&moved, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void* receive(void* socket) {
  zmq_msg_t message;
  zmq_msg_init(&message);
  for (long m = -1; m < messages; ++m) {
    if (zmq_msg_recv(&message, socket, 0) < 0) end(1, "receive: %s", zmq_strerror(zmq_errno()));
    if (m < 0) {  // a greeting: the sockets are joined
      reach(1);
      continue;
    }
    const char* text = zmq_msg_data(&message);
    long number = 0;
    int digits = 1;
    for (int i = 0; i < 10; ++i) {
      const unsigned digit = (unsigned char)text[i] - (unsigned)'0';
      digits &= digit <= 9;
      number = number * 10 + digit;
    }
    if (zmq_msg_size(&message) != size || !digits || number != m) end(1, "message %ld is due, not this one", m);
    if (step != 0 && m % step == 0) times[m / step] = now() - times[m / step];
    if (sprint) reach(m + 2);
  }
  ended = now();
  zmq_msg_close(&message);
  return NULL;
}

static void send_text(void* socket, char* text, size_t length) {
  zmq_msg_t message;
  zmq_msg_init_data(&message, text, length, NULL, NULL);
  if (zmq_msg_send(&message, socket, 0) < 0) end(1, "send: %s", zmq_strerror(zmq_errno()));
}

static void iterate(long index, FILE* latency) {
  const int linger = 0;
  void* in = zmq_socket(context, ZMQ_PULL);
  void* out = zmq_socket(context, ZMQ_PUSH);
  zmq_setsockopt(out, ZMQ_LINGER, &linger, sizeof linger);
  char address[256];
  size_t length = sizeof address;
  if (strcmp(values[TRANSPORT], "tcp") == 0) {
    strcpy(address, "tcp://127.0.0.1:*");
  } else {
    const char* at = strcmp(values[TRANSPORT], "ipc") == 0 ? "@" : "";
    snprintf(address, sizeof address, "%s://%sfloor-%d-%ld", values[TRANSPORT], at, getpid(), index);
  }
  if (zmq_bind(out, address) != 0) end(1, "%s: %s", address, zmq_strerror(zmq_errno()));
  zmq_getsockopt(out, ZMQ_LAST_ENDPOINT, address, &length);
  if (zmq_connect(in, address) != 0) end(1, "%s: %s", address, zmq_strerror(zmq_errno()));
  handled = 0;
  pthread_t receiver;
  pthread_create(&receiver, NULL, receive, in);
  send_text(out, strings, 0);
  wait_for(1);
  const long long begun = now();
  for (long m = 0; m < messages; ++m) {
    if (step != 0 && m % step == 0) times[m / step] = now();
    send_text(out, strings + m * size, size);
    if (sprint) {
      wait_for(m + 2);
      usleep(1000);
    }
  }
  pthread_join(receiver, NULL);
  long long elapsed = sprint ? 0 : ended - begun;
  for (long m = 0; step != 0 && m < messages; m += step) {
    if (sprint) elapsed += times[m];
    fprintf(latency, "%ld,%ld,%lld\n", index, m, times[m / step]);
  }
  if (latency != NULL) fflush(latency);
  printf(
      "{\"event\":\"iteration\",\"index\":%ld,\"elapsed_ns\":%lld,\"report\":{\"received\":%ld,\"characters\":%ld}}\n",
      index, elapsed, messages, messages * (long)size);
  fflush(stdout);
  zmq_close(in);
  zmq_close(out);
}

static long number_of(enum key key, long least) {
  char* rest;
  const long number = strtol(values[key], &rest, 10);
  if (*values[key] == 0 || *rest != 0 || number < least) end(2, "%s=%s: give a number", keys[key], values[key]);
  return number;
}

// How many iterations the next line of standard input asks for; no line asks for none.
static long order(void) {
  char line[32];
  if (fgets(line, sizeof line, stdin) == NULL) return 0;
  line[strcspn(line, "\n")] = 0;
  errno = 0;
  const long count = strtol(line, NULL, 10);
  // The digits alone: strtol would take blanks and a sign as well. What fills the buffer may be a part of a line.
  const size_t digits = strspn(line, "0123456789");
  if (digits == 0 || line[digits] != 0 || digits + 1 == sizeof line || errno != 0) {
    end(1, "standard input: '%s' is no number of iterations", line);
  }
  return count;
}

// So many iterations; with 0 each line of standard input is how many times more, until one is 0 or there are no
// more.
static void repeat(long iterations, FILE* latency) {
  long more = iterations;
  for (long index = 0;; ++index) {
    if (more == 0 && iterations == 0) more = order();
    if (more == 0) return;
    --more;
    iterate(index, latency);
  }
}

static void must_be(enum key key, const char* word) {
  if (strcmp(values[key], word) != 0) end(2, "%s=%s: the floor has %s alone", keys[key], values[key], word);
}

int main(int argc, char** argv) {
  if (argc < 2 || strcmp(argv[1], "throughput") != 0) end(2, "the floor has throughput alone");
  for (int a = 2; a < argc; ++a) {
    char* equals = strchr(argv[a], '=');
    int key = 0;
    if (equals != NULL) *equals = 0;
    while (key < KEYS && strcmp(keys[key], argv[a]) != 0) ++key;
    if (equals == NULL || key == KEYS) end(2, "unknown argument '%s'", argv[a]);
    values[key] = equals + 1;
  }
  for (int key = 0; key < KEYS; ++key) {
    if (values[key] == NULL) end(2, "'%s=' is missing", keys[key]);
  }
  must_be(SERIALIZER, "native");
  must_be(ACKS, "off");
  must_be(WITNESS, "off");
  size = (size_t)number_of(SIZE, 1);
  messages = number_of(MESSAGES, 1);
  const long iterations = number_of(ITERATIONS, 0);
  sprint = strcmp(values[PROTOCOL], "sprint") == 0;
  step = strcmp(values[CLOCK], "on") != 0 ? 0 : sprint ? 1 : 64;
  times = calloc((size_t)messages, sizeof *times);
  // In huge pages, where the system has them, as the strings of the program that this is the floor of.
  const size_t huge_page = (size_t)1 << 21;
  const size_t whole = (size * (size_t)messages + huge_page - 1) / huge_page * huge_page;
  strings = aligned_alloc(huge_page, whole);
  if (size < 10 || times == NULL || strings == NULL) end(2, "no room for %ld strings of %zu", messages, size);
  madvise(strings, whole, MADV_HUGEPAGE);
  uint64_t bits = 0;
  for (size_t i = 0; i < size * (size_t)messages; ++i, bits >>= 8) {
    if (i % 8 == 0) bits = draw();
    strings[i] = (char)(' ' + (bits & 0xFF) * 95 / 256);
  }
  for (long m = 0; m < messages; ++m) {
    char digits[11];
    snprintf(digits, sizeof digits, "%010ld", m % 10000000000L);
    memcpy(strings + m * size, digits, 10);
  }
  context = zmq_ctx_new();
  zmq_ctx_set(context, ZMQ_IO_THREADS, (int)number_of(THREADS, 1));
  FILE* latency = NULL;
  if (step != 0) {
    char path[4096];
    snprintf(path, sizeof path, "%s/latency.csv", values[SAMPLES]);
    latency = fopen(path, "w");
    if (latency == NULL) end(2, "%s cannot be written", path);
    fputs("iteration,message,ns\n", latency);
  }
  puts("{\"event\":\"ready\"}");
  fflush(stdout);
  repeat(iterations, latency);
  zmq_ctx_term(context);
  return 0;
}
