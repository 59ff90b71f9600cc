/** Describes the machine and how much of it is in use. */

import { readFile } from 'node:fs/promises'
import { arch, cpus, machine, platform, release, uptime } from 'node:os'
import { resolve, sep } from 'node:path'
import { namedSchema } from '@quorate/platform'
import type SystemInformation from 'systeminformation'
import { type Static, Type } from 'typebox'
import { createCpuMeter } from './cpu.ts'

const number = (description: string) => Type.Number({ description })
const text = (description: string) => Type.String({ description })

export const SystemInfo = namedSchema(
  'SystemInformation',
  Type.Object({
    platform: text('the operating system, such as linux'),
    release: text('the version of the operating system'),
    machine: text('the hardware, such as x86_64'),
    arch: text('CPU architecture'),
    uptime: number('seconds'),
    cpu: Type.Object({
      usage: number('percent over the last second'),
      cpus: number('cores'),
      speed: number('MHz'),
    }),
    memory: Type.Object({
      totalMemMb: number('MB'),
      usedMemMb: number('MB'),
      freeMemMb: number('MB'),
      usedMemPercentage: number('percent'),
      freeMemPercentage: number('percent'),
    }),
    drive: Type.Object({
      totalGb: text('GB'),
      usedGb: text('GB'),
      freeGb: text('GB'),
      usedPercentage: text('percent'),
      freePercentage: text('percent'),
    }),
    network: Type.Object({
      inputBytes: number('bytes received since the machine started'),
      outputBytes: number('bytes sent'),
    }),
  }),
)
export type SystemInfo = Static<typeof SystemInfo>

export interface System {
  infos(): Promise<SystemInfo>
  close(): void
}

/** @param path a folder on the drive to report */
export function createSystem({ path }: { path: string }): System {
  const meter = createCpuMeter()
  return {
    async infos() {
      const si = await import('systeminformation').then((module) => module.default)
      const [speed, mem, drives, networks] = await Promise.all([
        speedOf(si),
        si.mem(),
        si.fsSize(),
        si.networkStats('*'),
      ])
      return {
        platform: platform(),
        release: release(),
        machine: machine(),
        arch: arch(),
        uptime: Math.floor(uptime()),
        cpu: {
          usage: rounded(meter.usage()),
          cpus: cpus().length,
          speed,
        },
        memory: memoryOf(mem),
        drive: driveOf(drives, path),
        network: {
          inputBytes: networks.reduce((sum, { rx_bytes }) => sum + rx_bytes, 0),
          outputBytes: networks.reduce((sum, { tx_bytes }) => sum + tx_bytes, 0),
        },
      }
    },
    close: () => meter.close(),
  }
}

/**
 * The processors' speed in MHz. Comes from `/proc/cpuinfo` if systeminformation does not know it, as in some virtual
 * machines.
 */
async function speedOf(si: typeof SystemInformation): Promise<number> {
  const { avg } = await si.cpuCurrentSpeed()
  if (avg > 0) return Math.round(avg * 1000)
  const text = await readFile('/proc/cpuinfo', 'utf8').catch(() => '')
  return Math.round(Number(/^cpu MHz\s*:\s*([\d.]+)/m.exec(text)?.[1] ?? 0))
}

const MB = 1024 ** 2
const GB = 1024 ** 3
const rounded = (value: number): number => Math.round(value * 100) / 100

/** All available memory counts as free, including buffers and caches, which the system can reclaim. */
function memoryOf({ total, available }: { total: number; available: number }): SystemInfo['memory'] {
  const used = total - available
  return {
    totalMemMb: rounded(total / MB),
    usedMemMb: rounded(used / MB),
    freeMemMb: rounded(available / MB),
    usedMemPercentage: rounded((100 * used) / total),
    freeMemPercentage: rounded((100 * available) / total),
  }
}

interface Drive {
  mount: string
  size: number
  available: number
}

/** Figures of the drive whose mount point is nearest above `path`. */
function driveOf(drives: Drive[], path: string): SystemInfo['drive'] {
  const target = resolve(path)
  const inside = ({ mount }: Drive) => target === mount || target.startsWith(mount.endsWith(sep) ? mount : mount + sep)
  const [drive] = drives.filter(inside).sort((a, b) => b.mount.length - a.mount.length)
  const { size: total, available } = drive ?? drives[0] ?? { size: 0, available: 0 }
  const used = total - available
  const percent = (part: number) => (total === 0 ? 0 : (100 * part) / total).toFixed(2)
  return {
    totalGb: (total / GB).toFixed(2),
    usedGb: (used / GB).toFixed(2),
    freeGb: (available / GB).toFixed(2),
    usedPercentage: percent(used),
    freePercentage: percent(available),
  }
}
