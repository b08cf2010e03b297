// Package server runs a NATS server for this program alone: on the loopback, at a port that the system gives it, ended
// with the program.
package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// MaxPayload is the most that a message may carry: the server allows no more.
const MaxPayload = 64 << 20

const (
	patience = 20 * time.Second
	glance   = 5 * time.Millisecond
)

// configuration: a message may be as large as the server allows, and a receiver may fall behind by several of them before
// the server lets it go.
const configuration = `
listen: "%s:-1"
ports_file_dir: %q
max_payload: %d
max_pending: %d
write_deadline: "60s"
`

// A Server is one that runs.
type Server struct {
	// URL is where it listens.
	URL      string
	folder   string
	command  *exec.Cmd
	words    bytes.Buffer
	ended    chan struct{}
	mutex    sync.Mutex
	stopping bool
}

// program is the server that was built into this program's folder, else the installed one.
func program() string {
	const name = "nats-server"
	if own, err := os.Executable(); err == nil {
		bundled := filepath.Join(filepath.Dir(own), name)
		if _, err := os.Stat(bundled); err == nil {
			return bundled
		}
	}
	return name
}

// Start starts a server on the loopback and waits until it listens. Should it end by itself, the program ends.
func Start() (*Server, error) { return StartAt("127.0.0.1") }

// StartAt is Start for another address of this machine.
func StartAt(address string) (*Server, error) {
	folder, err := os.MkdirTemp("", "agon-nats-")
	if err != nil {
		return nil, err
	}
	s := &Server{folder: folder, ended: make(chan struct{})}
	path := filepath.Join(folder, "server.conf")
	text := fmt.Sprintf(configuration, address, folder, MaxPayload, 4*MaxPayload)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return nil, err
	}
	s.command = exec.Command(program(), "--config", path)
	s.command.Stderr = &s.words
	s.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go s.watch(started)
	if err := <-started; err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	if s.URL, err = s.address(); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// watch stays with the server until it has ended. The server dies with the thread that started it, which is this
// goroutine's alone.
func (s *Server) watch(started chan<- error) {
	runtime.LockOSThread()
	err := s.command.Start()
	started <- err
	if err != nil {
		return
	}
	s.command.Wait()
	close(s.ended)
	if !s.isStopping() {
		s.Lost(fmt.Errorf("nats-server has ended: %v%s", s.command.ProcessState, s.complaints()))
	}
}

// complaints are what the server has logged, but for its usual lines.
func (s *Server) complaints() string {
	var lines strings.Builder
	for line := range strings.Lines(s.words.String()) {
		if !strings.Contains(line, "[INF]") {
			lines.WriteString("\n" + strings.TrimRight(line, "\n"))
		}
	}
	return lines.String()
}

func (s *Server) isStopping() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.stopping
}

// address reads where the server listens, from the file that it writes when it does.
func (s *Server) address() (string, error) {
	name := fmt.Sprintf("nats-server_%d.ports", s.command.Process.Pid)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(glance) {
		content, err := os.ReadFile(filepath.Join(s.folder, name))
		if err != nil {
			continue
		}
		var ports struct{ Nats []string }
		// Until it is whole it is no JSON.
		if json.Unmarshal(content, &ports) == nil && len(ports.Nats) > 0 {
			return ports.Nats[0], nil
		}
	}
	return "", errors.New("nats-server does not listen")
}

// Stop ends the server and removes its files.
func (s *Server) Stop() {
	s.mutex.Lock()
	s.stopping = true
	s.mutex.Unlock()
	s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.command.Process.Kill()
		<-s.ended
	}
	os.RemoveAll(s.folder)
}

// Unavailable is the exit status by which the lab sees that the server has ended.
const Unavailable = 69

// Fail ends the program, and the server with it.
func (s *Server) Fail(err error) { s.end(err, 1) }

// Lost ends the program because the server cannot be had any more.
func (s *Server) Lost(err error) { s.end(err, Unavailable) }

func (s *Server) end(err error, status int) {
	fmt.Fprintln(os.Stderr, err)
	os.RemoveAll(s.folder)
	os.Exit(status)
}
