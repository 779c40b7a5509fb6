import CFuzzer
import Foundation
import FuzzedReaders

// Runs one reader on libFuzzer's inputs, with libFuzzer's arguments. `make fuzz` calls it.
let reader = ProcessInfo.processInfo.environment["PURSER_FUZZED_READER"].flatMap(FuzzedReader.init(rawValue:))
if reader == nil {
    let names = FuzzedReader.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("PURSER_FUZZED_READER must be one of \(names).\n".utf8))
    exit(64)
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    _ = reader?.refusal(of: unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
exit(status)
