import Logging
import PurserHTTP
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate's files every minute, and immediately on SIGHUP, until the server stops.
struct CertificateReloadWorker: Service {
    /// The interval.
    private static let pause = Duration.seconds(60)

    /// The certificate.
    let certificate: ServerCertificate
    /// The logger for messages to the operator.
    let logger: Logger

    /// Checks the files until the server stops.
    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in signals { self.look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await ContinuousClock().sleep(for: Self.pause)
                        self.look()
                    }
                }
                await group.waitForAll()
            }
        }
    }

    private func look() {
        do {
            if try self.certificate.reload() {
                self.logger.notice("The TLS certificate has changed; new connections use the new one.")
            }
        } catch {
            self.logger.error(
                "The TLS files cannot be used; the server keeps the certificate that it loaded before.",
                metadata: ["problem": "\(error)"]
            )
        }
    }
}
