/** How V8 is started for the server: see docs/decisions/0020. */
export const engineFlags = ['--no-allocation-site-pretenuring', '--no-concurrent-marking']
