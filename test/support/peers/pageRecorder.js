// Runs in the page of a compared extension and notes when a user could see something. Plain
// JavaScript, sent as text, because compilers add helpers that the page lacks.
(() => {
  const now = () => performance.timeOrigin + performance.now();
  /** Markers stand at the beginning or the end of what a page adds. */
  const ends = 1_000;
  const slowFrameMs = 25;
  let entered = 0;
  let awaited;
  let counts;

  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') entered = now();
    },
    true,
  );
  const isThere = text =>
    text.slice(0, ends).includes(awaited.marker) || text.slice(-ends).includes(awaited.marker);
  const see = () => {
    const { resolve } = awaited;
    awaited = undefined;
    resolve({ entered, shown: now() });
  };
  const observer = new MutationObserver(records => {
    for (const { type, target, addedNodes } of records) {
      if (!awaited) return;
      const nodes = type === 'characterData' ? [target] : [...addedNodes];
      if (nodes.some(node => isThere(node.textContent))) see();
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });

  const onMessage = ({ data }) => {
    counts.messages += 1;
    counts.bytes += JSON.stringify(data)?.length ?? 0;
  };
  let lastFrame;
  const onFrame = time => {
    if (!counts) return;
    if (lastFrame !== undefined) {
      counts.frames += 1;
      counts.slowFrames += time - lastFrame > slowFrameMs ? 1 : 0;
    }
    lastFrame = time;
    requestAnimationFrame(onFrame);
  };

  globalThis.peerRecorder = {
    /** Resolves with the times of Enter and of the marker's appearance. */
    seen: marker =>
      new Promise(resolve => {
        awaited = { marker, resolve };
      }),
    startCounting() {
      counts = { messages: 0, bytes: 0, frames: 0, slowFrames: 0 };
      lastFrame = undefined;
      addEventListener('message', onMessage, true);
      requestAnimationFrame(onFrame);
    },
    stopCounting() {
      removeEventListener('message', onMessage, true);
      const result = counts;
      counts = undefined;
      return result;
    },
    elements: () => document.body.querySelectorAll('*').length,
  };
})();
