// Numbers and times in the words that the lab uses everywhere. Times are microseconds.

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

const tenth = (value) => Math.round(value * 10) / 10;

// 1234567 as `1,234,567`; numbers of four digits stay together.
const grouped = (number) =>
  number < 1e4 ? String(number) : String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// A length of time as `2.5 ms`, `34 ms` or `1217 ms`.
function milliseconds(time) {
  const tenths = Math.round(time / 100);
  if (tenths < 100) return `${Math.floor(tenths / 10)}.${tenths % 10} ms`;
  return `${grouped(Math.round(tenths / 10))} ms`;
}

// An instant as `12.345 s`.
const seconds = (time, decimals = 3) => `${(time / 1e6).toFixed(decimals)} s`;

// Text without signs of markup.
const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// The least of 1, 2, 5 times a power of ten that is not below a number.
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= number * 0.999999);
}

// The round step that keeps the words of an axis 110 pixels apart.
const tickStep = (length, pixels) => roundUp(length / Math.max(2, Math.floor(pixels / 110)));

// A time of an axis, in the unit that fits the distance of its times.
function tickWords(time, step) {
  if (step >= 1e6) return seconds(time, 0);
  if (step >= 1e5) return seconds(time, 1);
  if (step >= 1e3) return `${grouped(Math.round(time / 1e3))} ms`;
  return `${+(time / 1e3).toFixed(2)} ms`;
}
