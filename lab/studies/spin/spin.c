/* A token ring whose cost is known: every pass does a fixed amount of arithmetic, three per cent more in the variant
 * `slow3`, five in `slow`. The studies of the lab itself measure it; it speaks the lab's protocol like any platform. */

#define _POSIX_C_SOURCE 199309L

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS_BASE = 1000, STEPS_SLOW3 = 1030, STEPS_SLOW = 1050 };

struct settings {
    int64_t workers, tokens, passes, iterations;
    unsigned steps; /* arithmetic steps a pass */
    bool witness;
};

static volatile uint64_t sink; /* keeps the arithmetic from being left out */

struct message {
    int64_t token, worker, left, acc;
};

static void refuse(const char *what, const char *value) {
    fprintf(stderr, "spin: %s: '%s'\n", what, value);
    exit(2);
}

static int64_t number(const char *text, int64_t least) {
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || n < least)
        refuse("not a number in range", text);
    return n;
}

static void set(struct settings *s, const char *argument) {
    const char *value = strchr(argument, '=');
    if (value == NULL)
        refuse("not key=value", argument);
    size_t length = (size_t)(value - argument);
    value++;
#define IS(name) (length == sizeof(name) - 1 && memcmp(argument, name, length) == 0)
    if (IS("workers"))
        s->workers = number(value, 1);
    else if (IS("tokens"))
        s->tokens = number(value, 1);
    else if (IS("passes"))
        s->passes = number(value, 0);
    else if (IS("iterations"))
        s->iterations = number(value, 0);
    else if (IS("witness"))
        s->witness = strcmp(value, "on") == 0;
    else if (IS("variant")) {
        if (strcmp(value, "slow") == 0)
            s->steps = STEPS_SLOW;
        else if (strcmp(value, "slow3") == 0)
            s->steps = STEPS_SLOW3;
        else if (strcmp(value, "base") != 0 && strcmp(value, "twin") != 0)
            refuse("unknown variant", value);
    } else if (IS("threads") || IS("seed"))
        (void)number(value, 0); /* one thread, no randomness */
    else if (!IS("samples"))
        refuse("unknown key", argument);
#undef IS
}

/* Each step waits for the one before, so the time is the number of steps times the latency of a multiply-add. */
static uint64_t work(uint64_t x, unsigned steps) {
    for (unsigned i = 0; i < steps; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t start_worker(const struct settings *s, int64_t token) {
    int64_t w = (2 * token * s->workers + s->tokens) / (2 * s->tokens); /* floor(i*W/T + 0.5) */
    return w < 1 ? 1 : w;
}

/* One iteration. At any time each token is one message, so a queue of `tokens` places never overflows. */
static int64_t run(const struct settings *s, struct message *queue, int64_t *ends, int64_t *witness) {
    int64_t capacity = s->tokens, head = 0, waiting = 0, arrived = 0;
    uint64_t x = 1;
    int64_t started = now_ns();
    for (int64_t i = 1; i <= s->tokens; i++)
        queue[waiting++] = (struct message){i, start_worker(s, i), s->passes, 0};
    while (arrived < s->tokens) {
        struct message m = queue[head];
        head = head + 1 == capacity ? 0 : head + 1;
        waiting--;
        if (m.left == 0) {
            ends[m.token - 1] = m.worker;
            witness[m.token - 1] = m.acc;
            arrived++;
            continue;
        }
        x = work(x, s->steps);
        if (s->witness)
            m.acc = (m.acc * 31 + m.worker) % 2147483647;
        m.worker = m.worker == s->workers ? 1 : m.worker + 1;
        m.left--;
        int64_t tail = head + waiting;
        queue[tail >= capacity ? tail - capacity : tail] = m;
        waiting++;
    }
    sink = x;
    return now_ns() - started;
}

static void print_list(const char *name, const int64_t *values, int64_t count) {
    printf("\"%s\":[", name);
    for (int64_t i = 0; i < count; i++)
        printf("%s%" PRId64, i ? "," : "", values[i]);
    putchar(']');
}

/* Iterations `from` to before `to`, a line for each. */
static void repeat(const struct settings *s, struct message *queue, int64_t *ends, int64_t *witness, int64_t from,
                   int64_t to) {
    for (int64_t index = from; index < to; index++) {
        int64_t elapsed = run(s, queue, ends, witness);
        printf("{\"event\":\"iteration\",\"index\":%" PRId64 ",\"elapsed_ns\":%" PRId64 ",\"report\":{", index, elapsed);
        print_list("ends", ends, s->tokens);
        if (s->witness) {
            putchar(',');
            print_list("witness", witness, s->tokens);
        }
        puts("}}");
        fflush(stdout);
    }
}

/* The next line of standard input: how many iterations more. 0 where there is none. */
static int64_t requested(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    line[strcspn(line, "\n")] = '\0';
    size_t digits = strspn(line, "0123456789");
    if (digits == 0 || digits > 18 || line[digits] != '\0') {
        fprintf(stderr, "spin: no number of iterations: '%s'\n", line);
        exit(1);
    }
    return strtoll(line, NULL, 10);
}

int main(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "token-ring") != 0)
        refuse("the only workload is token-ring, not", argc < 2 ? "" : argv[1]);
    struct settings s = {500, 1, 500000, 1, STEPS_BASE, false};
    for (int i = 2; i < argc; i++)
        set(&s, argv[i]);
    size_t tokens = (size_t)s.tokens;
    struct message *queue = calloc(tokens, sizeof *queue);
    int64_t *ends = calloc(tokens, sizeof *ends), *witness = calloc(tokens, sizeof *witness);
    if (queue == NULL || ends == NULL || witness == NULL) {
        fputs("spin: out of memory\n", stderr);
        return 1;
    }
    puts("{\"event\":\"ready\"}");
    fflush(stdout);
    if (s.iterations > 0) {
        repeat(&s, queue, ends, witness, 0, s.iterations);
    } else {
        int64_t done = 0;
        for (int64_t more = requested(); more > 0; more = requested()) {
            repeat(&s, queue, ends, witness, done, done + more);
            done += more;
        }
    }
    free(queue);
    free(ends);
    free(witness);
    return 0;
}
