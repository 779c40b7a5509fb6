package import AppStore

extension RetentionMessaging {
    /// Performs Upload Message with an `UploadMessageRequestBody`.
    package mutating func uploadMessage(
        _ body: [UInt8],
        as identifier: String,
        at now: Int64
    ) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        let content = try Self.read(UploadMessageRequestBody.self, body)
        guard let header = content.header, let text = content.body else { throw .badRequest }
        guard header.count <= 66 else { throw .headerTooLong }
        guard text.count <= 144 else { throw .bodyTooLong }
        if let position = content.headerPosition {
            guard position.isKnown else { throw .badRequest }
            guard position != .aboveImage || content.image != nil else { throw .aboveImageNeedsImage }
        }
        if let image = content.image {
            try self.checkImage(image.imageIdentifier, altText: image.altText, size: .fullSize)
        }
        let bulletPoints = content.bulletPoints ?? []
        guard bulletPoints.count <= 5 else { throw .tooManyBulletPoints }
        for point in bulletPoints {
            guard let text = point.text else { throw .badRequest }
            guard text.count <= 66 else { throw .bulletPointTextTooLong }
            try self.checkImage(point.imageIdentifier, altText: point.altText, size: .bulletPoint)
        }
        guard self.messages[id] == nil else { throw .messageAlreadyExists }
        guard self.messages.count < self.behavior.messageLimit else { throw .tooManyMessages }
        self.messages[id] = Message(content: content, uploadedAt: now)
        self.messageOrder.append(id)
    }

    /// Performs Delete Message; a default message is removed with it.
    package mutating func deleteMessage(_ identifier: String) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        guard self.messages.removeValue(forKey: id) != nil else { throw .messageNotFound }
        self.messageOrder.removeAll { $0 == id }
        self.defaults = self.defaults.filter { $0.value != id }
    }

    /// Performs Get Message List, in the order of upload.
    package func messageList(at now: Int64) -> GetMessageListResponse {
        let items = self.messageOrder.compactMap { id in
            self.messages[id].map { message in
                GetMessageListResponseItem.with {
                    $0.messageIdentifier = id
                    $0.messageState = self.state(of: message, at: now)
                }
            }
        }
        return GetMessageListResponse.with { $0.messageIdentifiers = items }
    }

    /// Sets the review state of a message.
    package mutating func decide(message identifier: String, _ state: MessageState) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        guard self.messages[id] != nil else { throw .messageNotFound }
        self.messages[id]?.decision = state
    }

    /// Performs Configure Default Message, for a locale and a product that is an auto-renewable subscription of the
    /// app.
    ///
    /// The new default replaces an earlier one.
    package mutating func configureDefault(
        _ body: [UInt8],
        product: String,
        locale: String,
        isSubscription: Bool,
        at now: Int64
    ) throws(RetentionError) {
        let id = try Self.identifier(Self.read(DefaultConfigurationRequest.self, body).messageIdentifier)
        guard isSubscription else { throw .invalidProductId }
        try Self.checkLocale(locale)
        guard self.messages[id] != nil else { throw .messageNotFound }
        try self.checkShowable(id, at: now)
        self.defaults[Target(product: product, locale: locale)] = id
    }

    /// Performs Delete Default Message.
    package mutating func deleteDefault(product: String, locale: String) throws(RetentionError) {
        try Self.checkLocale(locale)
        guard self.defaults.removeValue(forKey: Target(product: product, locale: locale)) != nil else {
            throw .defaultMessageNotFound
        }
    }

    /// Performs Get Default Message.
    package func defaultMessage(
        product: String,
        locale: String
    ) throws(RetentionError) -> DefaultConfigurationResponse {
        try Self.checkLocale(locale)
        guard let id = self.defaults[Target(product: product, locale: locale)] else { throw .defaultMessageNotFound }
        return DefaultConfigurationResponse.with { $0.messageIdentifier = id }
    }

    /// Checks that a message can be shown: it and its images are approved.
    func checkShowable(_ identifier: String, at now: Int64) throws(RetentionError) {
        guard let message = self.messages[identifier] else { throw .messageNotFound }
        guard self.state(of: message, at: now) == .approved else { throw .messageNotApproved }
        for id in message.images {
            guard let image = self.images[id], self.state(of: image, at: now) == .approved else {
                throw .imageNotApproved
            }
        }
    }

    private func checkImage(_ identifier: String?, altText: String?, size: ImageSize) throws(RetentionError) {
        let id = try Self.identifier(identifier)
        guard let altText else { throw .badRequest }
        guard altText.count <= 150 else { throw .altTextTooLong }
        guard let image = self.images[id] else { throw .imageNotFound }
        guard image.size == size else { throw .badImageSize }
    }

    private func state(of message: Message, at now: Int64) -> MessageState {
        message.decision ?? (self.isReviewed(uploadedAt: message.uploadedAt, at: now) ? .approved : .pending)
    }

    /// Checks a locale: a language with optional script and region, such as `de`, `en-US`, `zh-Hant-TW` (RFC 5646,
    /// section 2.1).
    private static func checkLocale(_ text: String) throws(RetentionError) {
        var parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)[...]
        guard let language = parts.popFirst(), (2...3).contains(language.count) else { throw .invalidLocale }
        if let script = parts.first, script.count == 4 { parts.removeFirst() }
        if let region = parts.first, region.count == 2 { parts.removeFirst() }
        let letters = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
        guard parts.isEmpty, letters else { throw .invalidLocale }
    }
}
