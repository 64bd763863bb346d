import { Readable } from 'node:stream'
import type { DepositedFile } from './repository.ts'

const LOCAL_HEAD = 30
const CENTRAL_HEAD = 46
const END_OF_LIST = 22
/** Version 2.0 of the format; names are UTF-8. */
const [NEEDED, UTF8] = [20, 0x0800]
/** First day that the format knows: nobody needs to know when a file was sent. */
const FIRST_DAY = 0x0021

/** Fields that both heads of an entry share: kept as it is, with its checksum and sizes. */
const writeCommon = (head: Buffer, at: number, { crc, bytes }: DepositedFile, nameLength: number): void => {
  head.writeUInt16LE(NEEDED, at)
  head.writeUInt16LE(UTF8, at + 2)
  head.writeUInt16LE(FIRST_DAY, at + 8)
  head.writeUInt32LE(crc, at + 10)
  head.writeUInt32LE(bytes, at + 14)
  head.writeUInt32LE(bytes, at + 18)
  head.writeUInt16LE(nameLength, at + 22)
}

/**
 * A ZIP around one file, as it is: a Dataverse unpacks what is packed, and keeps the file that comes out with its bytes. Its
 * length is known before it is sent, and no field stands behind the data, which Java would not read.
 */
export const zipAround = (file: DepositedFile): { bytes: number; open: () => Promise<Readable> } => {
  const name = Buffer.from(file.name)
  const local = Buffer.alloc(LOCAL_HEAD)
  local.writeUInt32LE(0x04034b50, 0)
  writeCommon(local, 4, file, name.length)
  const central = Buffer.alloc(CENTRAL_HEAD)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(NEEDED, 4)
  writeCommon(central, 6, file, name.length)
  const end = Buffer.alloc(END_OF_LIST)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(CENTRAL_HEAD + name.length, 12)
  end.writeUInt32LE(LOCAL_HEAD + name.length + file.bytes, 16)
  const [before, after] = [Buffer.concat([local, name]), Buffer.concat([central, name, end])]
  return {
    bytes: before.length + file.bytes + after.length,
    open: async () => {
      const inner = await file.open()
      const parts = async function* () {
        yield before
        yield* inner
        yield after
      }
      return Readable.from(parts())
    },
  }
}
