// One sentence when this Node is too old, in words that Node of any age understands. `npm start` and `scripts/ready.mjs` come here before anything is
// installed. npm itself reads `devEngines` in package.json, from version 10.9 on; an older npm runs `preinstall` last, and then says it here.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Colloquium needs Node 20.19 or newer to begin with; this is ${process.version}. docs/running-it.md says under "Install" where to get a newer one.`,
  )
  process.exit(1)
}
