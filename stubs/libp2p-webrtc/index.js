// The content node listens on TCP alone; Helia imports these names, and nothing calls them.
const refuse = () => {
  throw new Error('The WebRTC transport is not part of Quorate')
}
export const webRTC = refuse
export const webRTCDirect = refuse
