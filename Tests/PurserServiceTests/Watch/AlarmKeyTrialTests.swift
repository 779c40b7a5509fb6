import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// The result of a webhook test where signing fails.
@Suite struct AlarmKeyTrialTests {
    /// Tests a webhook that the key of a file signs.
    private func answer(_ path: String, in language: PageLanguage = .english) async throws -> String? {
        var settings = WatchSettings()
        settings.webhook = try OutboundURL("http://127.0.0.1:1/")
        return try await OutboundStage.run(allow: ["127.0.0.1"]) { stage async throws in
            let notifier = AlarmNotifier(
                settings: settings,
                repository: InMemoryRepository(),
                sender: stage.sender,
                secrets: WebhookSecrets(
                    path: path,
                    ambient: Ambient(now: { OutboundStage.now }, randomBytes: { Array(repeating: 7, count: $0) })
                ),
                wall: { OutboundStage.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            return await notifier.test("webhook", in: language)
        }
    }

    @Test("An unreadable key is not reported as missing, and a missing one is created by a command")
    func remedies() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "purser-alarm-key-\(ProcessInfo.processInfo.globallyUniqueString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let missing = try #require(try await self.answer(path))
        #expect(missing.contains("webhook_key_missing") && missing.contains("purser alarms secret"), "\(missing)")
        try SecretFile(path: path).write(Array("no key\n".utf8))
        let unreadable = try #require(try await self.answer(path))
        #expect(unreadable.contains("webhook_key_unreadable") && unreadable.contains("from a backup"), "\(unreadable)")
        #expect(!unreadable.contains("purser alarms secret"))
        let chinese = try #require(try await self.answer(path, in: .simplifiedChinese))
        #expect(chinese.contains("webhook_key_unreadable") && chinese.contains("备份"), "\(chinese)")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let exposed = try #require(try await self.answer(path))
        #expect(exposed.contains("webhook_key_exposed") && exposed.contains("chmod 600 \(path)"), "\(exposed)")
    }
}
