/** Node's own `http`. To import it reads every name it has, and one of them is a whole `fetch`: 60 ms of every start, for nothing. */
export const http = process.getBuiltinModule('node:http')
