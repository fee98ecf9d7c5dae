// Loads the page anew when one of its files could not be had: without it the page would stay empty for as long as OBS runs.

addEventListener('error', ({ target }) => {
  if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) {
    setTimeout(() => location.reload(), 10_000);
  }
}, { capture: true });
