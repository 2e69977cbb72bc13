/** React Aria writes this rule into the page, and a policy that did not know it would refuse and report it. A test in a browser compares. */
export const injectedStyle = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`
