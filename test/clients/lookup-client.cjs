// A process that calls a library on request, and reports the results.
const { promisify } = require('node:util')

const library = require(process.env.LIBRARY)
const takesCallbacks = process.env.LIBRARY === 'mojang-api'

process.on('message', async ({ call, args }) => {
  const work = takesCallbacks ? promisify(library[call]) : library[call]
  try {
    process.send({ answer: await work.apply(library, args) })
  } catch (error) {
    process.send({ refused: error.message })
  }
})
process.on('disconnect', () => process.exit())
