package import AppStore

extension RetentionDesk {
    /// Upload Image: takes a PNG; `size` is the query's `imageSize`, full size when absent.
    package mutating func uploadImage(
        _ bytes: [UInt8],
        as identifier: String,
        size: String?,
        at now: Int64
    ) throws(RetentionFault) {
        let id = try Self.identifier(identifier)
        let size = size.map { ImageSize(rawValue: $0) } ?? .fullSize
        guard size.isKnown else { throw .badImageSize }
        guard self.images[id] == nil else { throw .imageAlreadyExists }
        guard self.images.count < self.conduct.imageLimit else { throw .tooManyImages }
        guard let picture = PNGPicture(bytes), !picture.isTransparent, picture.fits(size) else { throw .invalidImage }
        self.images[id] = Image(size: size, uploadedAt: now)
        self.imageOrder.append(id)
    }

    /// Delete Image, unless a message shows it.
    package mutating func deleteImage(_ identifier: String) throws(RetentionFault) {
        let id = try Self.identifier(identifier)
        guard self.images[id] != nil else { throw .imageNotFound }
        guard !self.messages.values.contains(where: { $0.images.contains(id) }) else { throw .imageInUse }
        self.images[id] = nil
        self.imageOrder.removeAll { $0 == id }
    }

    /// Get Image List, in the order they came.
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

    /// Decides the review of an image by hand.
    package mutating func decide(image identifier: String, _ state: ImageState) throws(RetentionFault) {
        let id = try Self.identifier(identifier)
        guard self.images[id] != nil else { throw .imageNotFound }
        self.images[id]?.decision = state
    }

    /// Where the review of an image stands.
    func state(of image: Image, at now: Int64) -> ImageState {
        image.decision ?? (self.isReviewed(uploadedAt: image.uploadedAt, at: now) ? .approved : .pending)
    }
}

extension PNGPicture {
    /// Whether the picture has the size in pixels that its use asks for; Apple states it for full-size images only.
    fileprivate func fits(_ size: ImageSize) -> Bool {
        size != .fullSize || self.width == 3840 && (160...2160).contains(self.height)
    }
}
