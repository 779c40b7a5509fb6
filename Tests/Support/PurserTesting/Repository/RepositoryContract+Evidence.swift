import Ledger

extension RepositoryContract {
    static let evidence = [
        Behavior("Evidence comes back as it was, in order of recording, page by page") { subject in
            let newest = try await subject.repository.read { view in try view.newestEvidencePosition() }
            try Self.require(newest, is: 0, "There is none yet.")
            var expected: [SignedEvidence] = []
            for number in UInt64(1)...3 {
                let period = Sample.period("\(number)", of: "\(number)")
                let intake = Sample.notification(number, about: period)
                _ = try await subject.repository.record(intake)
                expected += intake.evidence
            }
            var found: [SignedEvidence] = []
            var position: Int64 = 0
            while true {
                let page = try await subject.repository.read { [position] view in
                    try view.evidence(after: position, limit: 4)
                }
                guard let last = page.last else { break }
                try Self.require(page.allSatisfy { $0.app == Sample.app }, "Each object says its app.")
                try Self.require(page.count <= 4 && last.position > position, "A page goes on, within its limit.")
                found += page.map(\.evidence)
                position = last.position
            }
            try Self.require(found == expected, "Every object is there once, in order, to the last byte.")
            try Self.require(
                try await subject.repository.read { view in try view.newestEvidencePosition() },
                is: position,
                "The newest is the last of them."
            )
        },
        Behavior("Evidence is found by its digest, in its own app only") { subject in
            let intake = Sample.notification(5, about: Sample.period("1", of: "1"))
            _ = try await subject.repository.record(intake)
            let outer = try Self.unwrap(intake.evidence.last, "There is evidence.")
            let found = try await subject.repository.read { view in try view.evidence(outer.digest, app: Sample.app) }
            let elsewhere = try await subject.repository.read { view in
                try view.evidence(outer.digest, app: AppName("other"))
            }
            let unknown = try await subject.repository.read { view in try view.evidence(.number(12345), app: Sample.app)
            }
            try Self.require(found == outer, "The object is found with its parts.")
            try Self.require(elsewhere == nil && unknown == nil, "Nothing else is.")
        },
        Behavior("Empty payloads and signatures are kept as they are") { subject in
            let object = SignedEvidence(
                digest: .number(3),
                kind: .appTransaction,
                headerDigest: .number(4),
                header: [],
                payload: [],
                signature: [],
                parts: [],
                signedAt: Instant(milliseconds: -1)
            )
            var intake = Sample.facts()
            intake.evidence = [object]
            _ = try await subject.repository.record(intake)
            let found = try await subject.repository.read { view in try view.evidence(after: 0, limit: 2) }.map(
                \.evidence
            )
            try Self.require(found, is: [object], "The object comes back.")
        },
    ]
}
