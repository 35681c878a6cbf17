# Aliases: every target is a script that runs without make.
.PHONY: demo test bench lint format docs clean
demo:
	@Scripts/demo
test:
	@Scripts/test
bench:
	@Scripts/bench
lint:
	@swift format lint --strict --parallel --recursive Sources Tests Benchmarks Package.swift
format:
	@swift format --in-place --parallel --recursive Sources Tests Benchmarks Package.swift
docs:
	@Scripts/docs
clean:
	@swift package clean
