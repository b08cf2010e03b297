// The witness that messages carry, and remainders of whole numbers beyond 32 bits.

// agon: begin witness
const MODULUS = 2147483647;
// agon: end

/**
 * The remainder of whole numbers below 2^53. V8 computes `%` in a library's function once the dividend outgrows 32 bits;
 * a division is faster, and exact while the quotient is far below 2^53 / modulus.
 */
export function remainder(dividend, modulus) {
  return dividend - Math.floor(dividend / modulus) * modulus;
}

// agon: begin witness
/** The witness after the one of that number has handled the message. */
export function step(acc, number) {
  return remainder(acc * 31 + number, MODULUS);
}
// agon: end
