import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// A connection of the mail server, which answers commands by SMTP except for the configured failures.
final class MailServerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behavior: MailServer.Behavior
    private let box: MailServer.Box
    private let context: NIOSSLContext?
    private var isProtected: Bool
    private var unread = ""
    private var isInMessage = false
    private var loginLinesLeft = 0
    private var isHanging = false

    init(
        _ behavior: MailServer.Behavior,
        _ box: MailServer.Box,
        _ context: NIOSSLContext?,
        isProtected: Bool
    ) {
        self.behavior = behavior
        self.box = box
        self.context = context
        self.isProtected = isProtected
    }

    func channelActive(context: ChannelHandlerContext) {
        self.box.state.withLock { $0.connectionCount += 1 }
        self.answer("greeting", "220 mail.test ESMTP", context)
        context.fireChannelActive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.unread += String(buffer: self.unwrapInboundIn(data))
        while !self.isHanging {
            if self.isInMessage {
                guard let end = self.unread.range(of: "\r\n.\r\n") else { return }
                let message = String(self.unread[..<end.lowerBound]) + "\r\n"
                self.unread = String(self.unread[end.upperBound...])
                self.isInMessage = false
                self.box.state.withLock { $0.messages.append(message) }
                self.answer("message", "250 2.0.0 taken", context)
            } else {
                guard let end = self.unread.range(of: "\r\n") else { return }
                let line = String(self.unread[..<end.lowerBound])
                self.unread = String(self.unread[end.upperBound...])
                self.box.state.withLock { $0.commands.append((self.isProtected ? "TLS " : "") + line) }
                self.take(line, context)
            }
        }
    }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        if self.loginLinesLeft > 0 {
            self.loginLinesLeft -= 1
            self.answer("LOGIN", self.loginLinesLeft > 0 ? "334 UGFzc3dvcmQ6" : "235 2.7.0 welcome", context)
            return
        }
        let command = String(line.prefix { $0 != " " && $0 != ":" }).uppercased()
        switch command {
        case "EHLO":
            let offers = self.behavior.offersTLS && !self.isProtected ? ["STARTTLS"] : []
            let lines = ["mail.test"] + self.behavior.extensions + offers
            let texts = lines.enumerated().map { index, text in
                "250\(index == lines.count - 1 ? " " : "-")\(text)"
            }
            self.answer(command, texts.joined(separator: "\r\n"), context)
        case "STARTTLS": self.upgrade(context)
        case "AUTH" where line == "AUTH LOGIN":
            self.loginLinesLeft = 2
            self.answer(command, "334 VXNlcm5hbWU6", context)
        case "AUTH": self.answer(command, "235 2.7.0 welcome", context)
        case "DATA":
            self.answer(command, "354 go on", context)
            if self.behavior.deviations[command] == nil { self.isInMessage = true }
        case "QUIT":
            self.write("221 bye\r\n", context)
            context.close(promise: nil)
        default:
            let step = self.behavior.deviations[line] == nil ? command : line
            self.answer(step, "250 2.1.0 fine", context)
        }
    }

    private func upgrade(_ context: ChannelHandlerContext) {
        self.answer("STARTTLS", "220 ready" + self.behavior.smuggled, context)
        guard self.behavior.deviations["STARTTLS"] == nil, let tls = self.context else { return }
        do {
            try context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
            self.isProtected = true
        } catch {
            context.close(promise: nil)
        }
    }

    private func answer(_ step: String, _ usual: String, _ context: ChannelHandlerContext) {
        switch self.behavior.deviations[step] {
        case nil: self.write(usual + "\r\n", context)
        case .hang: self.isHanging = true
        case .drop:
            self.isHanging = true
            context.close(promise: nil)
        case .say(let text): self.write(text + "\r\n", context)
        case .begin(let text):
            self.isHanging = true
            self.write(text, context)
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
