import Ledger

extension RepositoryContract {
    static let catalogs = [
        Behavior("Catalogs that were applied come back newest first, and their texts byte for byte") { subject in
            let repository = subject.repository
            try Self.require(try await Self.versions(repository), is: [], "None was applied.")
            let texts = [
                CatalogText(document: Array("products: {}".utf8)),
                CatalogText(document: [0, 255, 10], pricePoints: [0, 254]),
                CatalogText(document: [], pricePoints: []),
            ]
            for (index, text) in texts.enumerated() {
                let version = Self.version(Int64(index) + 1, note: index == 1 ? "\u{4E2D}\n" : nil)
                try Self.require(
                    try await repository.write { unit in try unit.keep(version, text: text) },
                    "It follows the newest."
                )
            }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await Self.versions(reopened),
                is: [Self.version(3), Self.version(2, note: "\u{4E2D}\n"), Self.version(1)],
                "Newest first."
            )
            try Self.require(
                try await reopened.read { view in try view.catalogVersions(of: Sample.app, before: 3, limit: 1) }.map(
                    \.number
                ),
                is: [2],
                "Before a number, within the limit."
            )
            for (index, text) in texts.enumerated() {
                let found = try await reopened.read { view in try view.catalogText(Int64(index) + 1, of: Sample.app) }
                try Self.require(found, is: text, "As it was written.")
            }
            try Self.require(
                try await reopened.read { view in try view.catalogText(4, of: Sample.app) },
                is: nil,
                "No more."
            )
            await reopened.close()
        },
        Behavior("A catalog that does not follow the newest of its app is refused, and nothing changes") { subject in
            let repository = subject.repository
            let text = CatalogText(document: [1])
            for number in [2, 0, -1, Int64.max] {
                let isKept = try await repository.write { unit in try unit.keep(Self.version(number), text: text) }
                try Self.require(!isKept, "The first is 1.")
            }
            try Self.require(
                try await repository.write { unit in try unit.keep(Self.version(1), text: text) },
                "The first."
            )
            let isKept = try await repository.write { unit in
                try unit.keep(Self.version(1, note: "another"), text: CatalogText(document: [2]))
            }
            try Self.require(!isKept, "The number is taken.")
            try Self.require(try await Self.versions(repository), is: [Self.version(1)], "As it was.")
            try Self.require(
                try await repository.read { view in try view.catalogText(1, of: Sample.app) },
                is: text,
                "As it was."
            )
            let other = AppName("another")
            let isOthers = try await repository.write { unit in
                try unit.keep(Self.version(1, of: other), text: CatalogText(document: [3]))
            }
            try Self.require(isOthers, "Another app counts for itself.")
            try Self.require(
                try await repository.read { view in try view.catalogText(1, of: Sample.app) },
                is: text,
                "Nothing changes here."
            )
        },
        Behavior("Of many who apply at once one comes first") { subject in
            let repository = subject.repository
            let kept = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 as Range<UInt8> {
                    group.addTask {
                        let text = CatalogText(document: [number])
                        return (try? await repository.write { unit in try unit.keep(Self.version(1), text: text) })
                            ?? false
                    }
                }
                return await group.reduce(into: 0) { count, isKept in count += isKept ? 1 : 0 }
            }
            try Self.require(kept, is: 1, "The number is given once.")
        },
    ]

    private static func versions(_ repository: any Repository) async throws -> [CatalogVersion] {
        try await repository.read { view in try view.catalogVersions(of: Sample.app, before: nil, limit: 9) }
    }

    private static func version(
        _ number: Int64,
        of app: AppName = Sample.app,
        note: String? = nil
    ) -> CatalogVersion {
        CatalogVersion(
            app: app,
            number: number,
            digest: CatalogDigest("\(number)"),
            appliedAt: Sample.beginning,
            appliedBy: "ada",
            origin: number == 2 ? .command : .configuration,
            note: note
        )
    }
}
