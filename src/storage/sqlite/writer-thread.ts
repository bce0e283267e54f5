import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import type { Answer, Request, ThreadData, Write } from './messages.ts'
import { answerTo, failAll, WritingConnection } from './writing-connection.ts'

if (!parentPort) throw new Error('this is the thread that writer.ts starts')
const port = parentPort
let opened: WritingConnection | undefined

port.on('message', (first: Request[]) => {
  const requests = [...first]
  for (let more = arrived(); more; more = arrived()) requests.push(...more)
  port.postMessage(serve(requests))
})

/** What was posted while the last commit was being written. */
function arrived(): Request[] | undefined {
  return receiveMessageOnPort(port)?.message as Request[] | undefined
}

function serve(requests: readonly Request[]): Answer[] {
  try {
    opened ??= new WritingConnection(workerData as ThreadData)
  } catch (error) {
    return failAll(requests, failureOf(error))
  }
  const connection = opened
  const answers: Answer[] = []
  let writes: Write[] = []
  const commitWrites = () => {
    if (writes.length > 0) answers.push(...connection.commitTogether(writes))
    writes = []
  }
  for (const request of requests) {
    if (request.kind === 'write') {
      writes.push(request)
    } else {
      commitWrites()
      answers.push(answerTo(request.id, () => connection.perform(request)))
    }
  }
  commitWrites()
  return answers
}
