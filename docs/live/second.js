// The checker in JavaScript as a program of a worker, which is asked as the module of the native one is.
import { check, sentence, unpacked } from "checker";

self.onmessage = async ({ data: { question } }) => {
  let last = 0;
  const tell = (told) => {
    if (performance.now() < last + 200) return;
    last = performance.now();
    self.postMessage({ told });
  };
  try {
    self.postMessage({ accepted: true, text: sentence(check(await unpacked(question), tell)) });
  } catch (error) {
    self.postMessage({ accepted: false, text: error.message });
  }
};
