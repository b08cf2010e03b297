// CRC-32 as zlib has it, for strings of ASCII. node:zlib has one since version 20.15 only.

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return crc;
});

export function crc32(text) {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc = TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
