/// libFuzzer calls this with each input; a law that does not hold ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  if let problem = LayoutFuzz.run(input) { fatalError(problem) }
  return 0
}
