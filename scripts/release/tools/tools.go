//go:build tools

// Package tools names the programs that `npm run release` is made with; go.mod and go.sum say which.
package tools

import (
	_ "github.com/goreleaser/nfpm/v2/cmd/nfpm"
	_ "github.com/google/go-containerregistry/cmd/crane"
)
