package import AppStore

extension RetentionMessaging {
    /// Performs Upload Image for a PNG; `size` is the query's `imageSize`, full size when absent.
    package mutating func uploadImage(
        _ bytes: [UInt8],
        as identifier: String,
        size: String?,
        at now: Int64
    ) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        let size = size.map { ImageSize(rawValue: $0) } ?? .fullSize
        guard size.isKnown else { throw .badImageSize }
        guard self.images[id] == nil else { throw .imageAlreadyExists }
        guard self.images.count < self.behavior.imageLimit else { throw .tooManyImages }
        guard let picture = PNGPicture(bytes), !picture.isTransparent, picture.fits(size) else { throw .invalidImage }
        self.images[id] = Image(size: size, uploadedAt: now)
        self.imageOrder.append(id)
    }

    /// Performs Delete Image, unless a message uses the image.
    package mutating func deleteImage(_ identifier: String) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        guard self.images[id] != nil else { throw .imageNotFound }
        guard !self.messages.values.contains(where: { $0.images.contains(id) }) else { throw .imageInUse }
        self.images[id] = nil
        self.imageOrder.removeAll { $0 == id }
    }

    /// Performs Get Image List, in the order of upload.
    package func imageList(at now: Int64) -> GetImageListResponse {
        let items = self.imageOrder.compactMap { id in
            self.images[id].map { image in
                GetImageListResponseItem.with {
                    $0.imageIdentifier = id
                    $0.imageState = self.state(of: image, at: now)
                    $0.imageSize = image.size
                }
            }
        }
        return GetImageListResponse.with { $0.imageIdentifiers = items }
    }

    /// Sets the review state of an image.
    package mutating func decide(image identifier: String, _ state: ImageState) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        guard self.images[id] != nil else { throw .imageNotFound }
        self.images[id]?.decision = state
    }

    /// Returns the review state of an image.
    func state(of image: Image, at now: Int64) -> ImageState {
        image.decision ?? (self.isReviewed(uploadedAt: image.uploadedAt, at: now) ? .approved : .pending)
    }
}

extension PNGPicture {
    /// Returns whether the image has the size in pixels that its use requires; Apple specifies it for full-size images
    /// only.
    fileprivate func fits(_ size: ImageSize) -> Bool {
        size != .fullSize || self.width == 3840 && (160...2160).contains(self.height)
    }
}

/// The properties in the header of a PNG file (W3C PNG specification, sections 5 and 11).
struct PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// Whether pixels can be transparent: an alpha channel, or a `tRNS` chunk.
    let isTransparent: Bool

    /// Parses a file chunk by chunk to its end; returns `nil` for other files, truncated files, and images without
    /// pixels.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var index = Self.signature.count
        var head: ArraySlice<UInt8>?
        var hasPixels = false
        var hasTransparency = false
        while let chunk = Self.chunk(of: bytes, at: index) {
            index = chunk.end
            if head == nil {
                guard chunk.type == "IHDR", chunk.data.count == 13 else { return nil }
                head = chunk.data
            }
            hasPixels = hasPixels || chunk.type == "IDAT"
            hasTransparency = hasTransparency || chunk.type == "tRNS"
            if chunk.type == "IEND" { break }
        }
        guard let head, hasPixels, index == bytes.count else { return nil }
        self.width = Self.number(head.prefix(4))
        self.height = Self.number(head.dropFirst(4).prefix(4))
        // Color types 4 and 6 are gray and color with alpha.
        let colorType = head[head.startIndex + 9]
        self.isTransparent = hasTransparency || colorType & 4 != 0
    }

    private static func chunk(
        of bytes: [UInt8],
        at index: Int
    ) -> (type: String, data: ArraySlice<UInt8>, end: Int)? {
        // Length, type and checksum are four bytes each.
        guard bytes.count - index >= 12 else { return nil }
        let length = Self.number(bytes[index..<index + 4])
        guard length <= bytes.count - index - 12 else { return nil }
        let start = index + 8
        let type = String(decoding: bytes[(index + 4)..<start], as: UTF8.self)
        return (type, bytes[start..<start + length], start + length + 4)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
