// Loads the page anew if one of its files could not be had: otherwise it would stay empty while OBS runs.

addEventListener('error', ({ target }) => {
  if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) {
    setTimeout(() => location.reload(), 10_000);
  }
}, { capture: true });
