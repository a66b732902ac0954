// The lab in a worker: it answers one question after the other, and the page can end it.

let module = null;
let lab = null;
let answered = 0;

// An instance is replaced before what runs leave behind could matter, and after a trap.
const answersOfAnInstance = 500;

function freshLab() {
  lab = new WebAssembly.Instance(module, {}).exports;
  answered = 0;
}

// The bytes of a text that has seven bits a character.
function bytesOf(text) {
  const bytes = new Uint8Array((text.length * 7) >> 3);
  let [bits, count, place] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    bits = (bits << 7) | (text.charCodeAt(index) & 127);
    count += 7;
    if (count < 8) continue;
    count -= 8;
    bytes[place++] = bits >> count;
  }
  return bytes;
}

// The lab as a module: the browser unpacks gzip, and another module what xz packed.
async function unpackedModule(packed, unpacker) {
  const small = new WebAssembly.Module(bytesOf(unpacker));
  const lzma = new WebAssembly.Instance(small, {}).exports;
  const room = new Uint8Array(lzma.memory.buffer, lzma.room());
  const bytes = room.subarray(0, lzma.take(new TextEncoder().encodeInto(packed, room).written));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new WebAssembly.Module(await new Response(stream).arrayBuffer());
  }
  lzma.begin();
  while (lzma.more());
  return new WebAssembly.Module(new Uint8Array(lzma.memory.buffer, lzma.bytes(), lzma.count()));
}

// An address in the memory of the lab: of what lies beyond 2 GB it comes as a negative number.
const placeOf = (address) => address >>> 0;

// Puts texts into the memory of the lab; their addresses and their lengths in bytes.
function lend(texts) {
  return texts.map((text) => {
    const bytes = new TextEncoder().encode(text);
    const address = placeOf(lab.take(bytes.length));
    new Uint8Array(lab.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  });
}

// Calls a function of the lab with texts and numbers.
function call(name, texts, ...numbers) {
  const lent = lend(texts);
  const result = lab[name](...lent.flat(), ...numbers);
  for (const [address] of lent) lab.give(address);
  return result;
}

// What the lab says to a question about a script: text, which it keeps until the next question.
function ask(question, path, script, numbers) {
  if (!lab || answered >= answersOfAnInstance) freshLab();
  answered++;
  call("put_file", [path, script]);
  const answer = placeOf(call(question, [path], ...numbers));
  return new TextDecoder().decode(new Uint8Array(lab.memory.buffer, answer, lab.reply_count()));
}

// Until the module is there, questions wait.
let taken = null;

// The question that is answered before it is asked, and what is answered to it.
let foreseen = null;

// Unpacks the module, gives it to the page, and answers the question that is likely to be the
// first.
function unpack(packed, unpacker, question) {
  taken = unpackedModule(packed, unpacker).then((unpacked) => {
    module = unpacked;
    self.postMessage({ module });
    foreseen = { question, answer: answerTo(question) };
  }).catch((error) => self.postMessage({ failure: String(error.message) }));
}

// What is said to a question: text, and how long it took, or a trap.
function answerTo({ question, path, script, numbers }) {
  const begin = performance.now();
  try {
    const text = ask(question, path, script, numbers);
    return { text, took: performance.now() - begin };
  } catch (trap) {
    lab = null;
    return { trap: String(trap) };
  }
}

const isSame = (one, other) =>
  one.question === other.question && one.script === other.script && one.path === other.path &&
  one.numbers.join() === other.numbers.join();

self.onmessage = async ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  await taken;
  if (!module) return;
  const answer = foreseen && isSame(foreseen.question, data) ? foreseen.answer : answerTo(data);
  foreseen = null;
  self.postMessage({ id: data.id, ...answer });
};
