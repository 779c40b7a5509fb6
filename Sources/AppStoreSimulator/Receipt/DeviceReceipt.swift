/// The app receipt of a device, with what ties it to the device.
public struct DeviceReceipt: Hashable, Sendable {
    /// The receipt, as it lies on the device.
    public let bytes: [UInt8]
    /// The 16 bytes of the device's `identifierForVendor`.
    public let device: [UInt8]
}
