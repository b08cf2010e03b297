package server

import (
	"net"
	"net/url"
	"os"
	"os/exec"
	"testing"
)

func TestServersListenOnTheLoopbackEachAtItsOwnPortAndLeaveNothing(t *testing.T) {
	if _, err := exec.LookPath("nats-server"); err != nil {
		t.Skip(err)
	}
	var servers [2]*Server
	for i := range servers {
		s, err := Start()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Stop()
		servers[i] = s
	}
	if servers[0].URL == servers[1].URL {
		t.Errorf("both listen at %s", servers[0].URL)
	}
	for _, s := range servers {
		at, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		if at.Hostname() != "127.0.0.1" {
			t.Errorf("it listens at %s", s.URL)
		}
		connection, err := net.Dial("tcp", at.Host)
		if err != nil {
			t.Fatal(err)
		}
		connection.Close()
		s.Stop()
		if _, err := os.Stat(s.folder); !os.IsNotExist(err) {
			t.Errorf("%s is still there", s.folder)
		}
		if _, err := net.Dial("tcp", at.Host); err == nil {
			t.Errorf("%s still listens", s.URL)
		}
	}
}
