/** The command line asks for something that cannot be done: a message, and status 2. */
export class UsageError extends Error {}
